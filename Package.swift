// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// AVX2 and the like only on request: the default build runs on every CPU of its architecture, and
/// the results are the same bits either way (no fused multiply-add is ever formed).
let cpu =
  Context.environment["LOOPBAKE_CPU"].map { [SwiftSetting.unsafeFlags(["-Xcc", "-march=\($0)"])] } ?? []

let package = Package(
  name: "loopbake",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "LoopBake", targets: ["LoopBake"]),
    .executable(name: "loopbake", targets: ["LoopBakeCLI"]),
  ],
  targets: [
    .systemLibrary(
      name: "CSndFile", pkgConfig: "sndfile",
      providers: [.apt(["libsndfile1-dev"]), .brew(["libsndfile"])]),
    .systemLibrary(
      name: "CMPG123", pkgConfig: "libmpg123",
      providers: [.apt(["libmpg123-dev"]), .brew(["mpg123"])]),
    .systemLibrary(
      name: "CXiph", pkgConfig: "opusfile",
      providers: [
        .apt(["libogg-dev", "libvorbis-dev", "libopus-dev", "libopusfile-dev"]),
        .brew(["libogg", "libvorbis", "opus", "opusfile"]),
      ]),
    .systemLibrary(
      name: "CSampleRate", pkgConfig: "samplerate",
      providers: [.apt(["libsamplerate0-dev"]), .brew(["libsamplerate"])]),
    .systemLibrary(
      name: "CFLAC", pkgConfig: "flac",
      providers: [.apt(["libflac-dev"]), .brew(["flac"])]),
    .systemLibrary(
      name: "TagLib", pkgConfig: "taglib",
      providers: [.apt(["libtag1-dev"]), .brew(["taglib"])]),
    .systemLibrary(name: "CMalloc"),
    .target(name: "CTagLib", dependencies: ["TagLib"]),
    .target(name: "LoopDSP", swiftSettings: strict + cpu + [.strictMemorySafety()]),
    .target(
      name: "LoopBake",
      dependencies: ["LoopDSP", "CSndFile", "CMPG123", "CXiph", "CSampleRate", "CFLAC", "CTagLib"],
      swiftSettings: strict + cpu),
    .executableTarget(
      name: "LoopBakeCLI", dependencies: ["LoopBake", "LoopDSP", "CMalloc"], swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["LoopBake", "LoopDSP"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "LoopDSPTests", dependencies: ["LoopDSP", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "LoopBakeTests", dependencies: ["LoopBake", "LoopDSP", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "LoopBakeCLITests", dependencies: ["LoopBakeCLI", "LoopBake", "LoopDSP", "TestSupport"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
