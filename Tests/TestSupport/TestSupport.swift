/// Placeholder until the first helper arrives.
public enum TestSupport {}
