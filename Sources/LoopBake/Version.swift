/// loopbake's version, as `--version` prints it and as files carry it.
public let version = "0.1.0"
