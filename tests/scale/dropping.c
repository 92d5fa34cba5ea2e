/* Notes what has reached the disk: whenever a file is synced, its content as of then is copied into
   the folder DROPPING_TO. After a power cut that folder is what would be left, in the worst case. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void note(int fd) {
    const char *from = getenv("DROPPING_FROM"), *to = getenv("DROPPING_TO");
    char link[64], path[4096], target[4096 + 64], part[4096 + 80], buffer[65536];
    struct stat about;
    if (from == NULL || to == NULL) return;
    if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) return;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, path, sizeof path - 1);
    if (size < 0) return;
    path[size] = 0;
    if (strncmp(path, from, strlen(from)) != 0) return;
    snprintf(target, sizeof target, "%s/%s", to, strrchr(path, '/') + 1);
    snprintf(part, sizeof part, "%s.part", target);
    int in = open(path, O_RDONLY), out = open(part, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (in >= 0 && out >= 0) {
        ssize_t got;
        while ((got = read(in, buffer, sizeof buffer)) > 0)
            if (write(out, buffer, got) != got) abort();
        rename(part, target);
    }
    if (in >= 0) close(in);
    if (out >= 0) close(out);
}

int fsync(int fd) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    int result = real(fd);
    if (result == 0) note(fd);
    return result;
}

int fdatasync(int fd) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    int result = real(fd);
    if (result == 0) note(fd);
    return result;
}

/* A file that is removed is gone; the folder is synced right after. */
int unlink(const char *path) {
    int (*real)(const char *) = (int (*)(const char *))dlsym(RTLD_NEXT, "unlink");
    const char *from = getenv("DROPPING_FROM"), *to = getenv("DROPPING_TO");
    char target[4096 + 64];
    if (from != NULL && to != NULL && strncmp(path, from, strlen(from)) == 0) {
        snprintf(target, sizeof target, "%s/%s", to, strrchr(path, '/') + 1);
        real(target);
    }
    return real(path);
}
