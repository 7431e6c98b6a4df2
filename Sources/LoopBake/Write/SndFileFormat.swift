internal import CSndFile

/// libsndfile's description of a file; `nil` when a number does not fit into it.
func soundInfo(_ format: AudioFormat, _ container: Container, _ encoding: SampleEncoding) -> SF_INFO? {
  guard let rate = Int32(exactly: format.sampleRate), let channels = Int32(exactly: format.channels),
    format.channels * encoding.bits / 8 <= Int(UInt16.max)  // block size field of RIFF
  else { return nil }
  var info = SF_INFO()
  info.samplerate = rate
  info.channels = channels
  info.format = majorFormat(container, channels: format.channels) | minorFormat(encoding, container)
  return info
}

/// The container, as libsndfile numbers it.
///
/// WAV gets the plain format tags 1 and 3 up to two channels, whatever the bits: everything reads them, while Godot
/// (scene/resources/audio_stream_wav.cpp) and other small readers refuse WAVE_FORMAT_EXTENSIBLE. With more channels such
/// readers are lost anyway, and only the extensible header says which speaker is which.
private func majorFormat(_ container: Container, channels: Int) -> Int32 {
  switch container {
  case .wav: Int32(channels > 2 ? SF_FORMAT_WAVEX : SF_FORMAT_WAV)
  case .rf64: Int32(SF_FORMAT_RF64)
  case .w64: Int32(SF_FORMAT_W64)
  case .aiff: Int32(SF_FORMAT_AIFF)
  case .caf: Int32(SF_FORMAT_CAF)
  case .au: Int32(SF_FORMAT_AU)
  case .flac: Int32(SF_FORMAT_FLAC)
  }
}

/// The sample format, as libsndfile numbers it; 8 bit is unsigned in the RIFF family and signed elsewhere.
private func minorFormat(_ encoding: SampleEncoding, _ container: Container) -> Int32 {
  switch encoding {
  case .pcm8:
    switch container {
    case .wav, .rf64, .w64: Int32(SF_FORMAT_PCM_U8)
    case .aiff, .caf, .au, .flac: Int32(SF_FORMAT_PCM_S8)
    }
  case .pcm16: Int32(SF_FORMAT_PCM_16)
  case .pcm24: Int32(SF_FORMAT_PCM_24)
  case .pcm32: Int32(SF_FORMAT_PCM_32)
  case .float32: Int32(SF_FORMAT_FLOAT)
  case .float64: Int32(SF_FORMAT_DOUBLE)
  }
}
