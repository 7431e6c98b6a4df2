import LoopBake

/// The options of `loopbake bake` as typed; what they mean together is a `BakeRequest`.
struct BakeArguments: Sendable, Equatable {
  var settings = BakeSettings()
  var output: String?
  var quality: Int?
  var jobs: Int?
  var dryRun = false
  var style = ReportStyle()
}

/// How much is told, and in which form.
struct ReportStyle: Sendable, Equatable {
  enum Detail: Sendable { case quiet, normal, verbose }

  var json = false
  var detail = Detail.normal
}
