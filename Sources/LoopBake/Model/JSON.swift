/// A JSON value (RFC 8259) that prints with sorted keys, so that equal values are equal bytes.
public enum JSON: Sendable, Equatable {
  case null
  case bool(Bool)
  case int(Int)
  /// Printed with the fewest digits that read back as the same value; `null` when not finite.
  case double(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// The value on one line.
  public var line: String {
    var text = ""
    write(to: &text, indentation: nil)
    return text
  }

  /// The value with two spaces of indentation a level and a final newline.
  public var document: String {
    var text = ""
    write(to: &text, indentation: 0)
    return text + "\n"
  }

  private func write(to text: inout String, indentation: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .int(let value): text += String(value)
    case .double(let value): text += Self.number(value)
    case .string(let value): text += Self.quoted(value)
    case .array(let values):
      Self.write(values, between: "[", "]", to: &text, indentation: indentation) { value, text, inner in
        value.write(to: &text, indentation: inner)
      }
    case .object(let members):
      let sorted = members.sorted { $0.key < $1.key }
      Self.write(sorted, between: "{", "}", to: &text, indentation: indentation) { member, text, inner in
        text += Self.quoted(member.key) + (inner == nil ? ":" : ": ")
        member.value.write(to: &text, indentation: inner)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], between open: String, _ close: String, to text: inout String, indentation: Int?,
    each: (Element, inout String, Int?) -> Void
  ) {
    let inner = indentation.map { $0 + 2 }
    text += open
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      if let inner { text += "\n" + String(repeating: " ", count: inner) }
      each(element, &text, inner)
    }
    if let indentation, !elements.isEmpty { text += "\n" + String(repeating: " ", count: indentation) }
    text += close
  }

  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    return value == value.rounded(.towardZero) && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }

  private static func quoted(_ value: String) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case let control where control.value < 0x20:
        let hex = String(control.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
