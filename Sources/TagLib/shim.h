#pragma once
// Only CTagLib, which is C++, includes TagLib's headers: this module is here for its flags.
