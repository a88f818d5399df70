# What programs in Python use of the system.
import concurrent.futures, hashlib, json, mmap, multiprocessing, os, random, signal, subprocess, sys, tempfile, threading, time


def square(n):
    return n * n


def main():
    total = []
    threads = [threading.Thread(target=lambda: total.append(threading.get_ident())) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(total) == 4
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(square, range(10))) == 285
    with multiprocessing.Pool(2) as pool:
        assert pool.map(square, range(4)) == [0, 1, 4, 9]
    queue = multiprocessing.Queue()
    child = multiprocessing.Process(target=queue.put, args=(7,))
    child.start()
    assert queue.get() == 7
    child.join()
    assert subprocess.run(["echo", "hi"], stdout=subprocess.PIPE).stdout == b"hi\n"
    with tempfile.NamedTemporaryFile() as f:
        f.write(b"x" * 10000)
        f.flush()
        os.fsync(f.fileno())
        with mmap.mmap(f.fileno(), 0) as m:
            m[0:1] = b"y"
            m.flush()
    with open("playdata.txt", "w") as f:
        json.dump({"seed": random.random(), "time": time.time(), "hash": hashlib.sha256(b"x").hexdigest()}, f)
    os.replace("playdata.txt", "kept.txt")
    signal.signal(signal.SIGALRM, lambda *_: total.append(0))
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    signal.pause()
    assert len(total) == 5 and os.cpu_count() >= 1 and os.getloadavg is not None
    try:
        import numpy
        a = numpy.random.rand(200, 200)
        assert numpy.allclose(numpy.linalg.inv(a) @ a, numpy.eye(200))
        said = "fine with numpy"
    except ImportError:
        said = "fine"
    with open("output.txt", "w") as f:
        f.write(said)


if __name__ == "__main__":
    main()
