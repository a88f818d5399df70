// What programs in C++ use of the system.
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <future>
#include <mutex>
#include <random>
#include <sys/mman.h>
#include <thread>
#include <vector>

int main() {
  std::mutex m;
  std::condition_variable ready;
  int running = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++)
    threads.emplace_back([&] {
      std::unique_lock<std::mutex> l(m);
      running++;
      ready.notify_all();
      ready.wait(l, [&] { return running == 4; });
    });
  for (auto &t : threads) t.join();
  auto sum = std::async(std::launch::async, [] { return std::random_device()() | 1u; });
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  std::vector<char> table(64 << 20, 1);
  void *large = mmap(nullptr, 32 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (large == MAP_FAILED || madvise(large, 32 << 20, MADV_HUGEPAGE) || std::thread::hardware_concurrency() < 1) return 1;
  std::FILE *f = std::tmpfile();
  if (!f || std::fputs("x", f) < 0 || std::system("true")) return 2;
  try {
    throw running;
  } catch (int n) {
    if (n == 4 && sum.get() && table[5]) std::ofstream("output.txt") << "fine";
  }
}
