#if canImport(Glibc)
  internal import CMalloc
#endif

/// Keeps memory that one bake frees for the next one.
///
/// glibc hands larger pieces back at once, and the kernel clears every page anew when it is asked for it again, which
/// costs a folder of short sounds a fifth of its time. The limits are above what bakes with fades of some seconds use.
func keepFreedMemory() {
  #if canImport(Glibc)
    mallopt(M_MMAP_THRESHOLD, 32 << 20)
    mallopt(M_TRIM_THRESHOLD, 64 << 20)
  #endif
}
