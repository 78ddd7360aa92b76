// Loops over many numbers, compiled twice where that is possible: for every processor, and for those that add four
// doubles at once, which is found out when the program is loaded. The numbers that come out are the same. Such a function
// must not throw: the compiler takes for granted that a call which is resolved like this returns.
#pragma once

#include <cstdlib>  // says whether this is glibc, which can choose between the two

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define LACONIC_WIDE_LOOP __attribute__((target_clones("avx2", "default")))
#else
#define LACONIC_WIDE_LOOP
#endif
