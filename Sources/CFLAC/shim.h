#pragma once
#include <FLAC/all.h>
