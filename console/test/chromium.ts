// How browser tests and benchmarks start Chromium.

export const chromiumOptions = {
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  // Chromium refuses to run as root, as in containers, with its sandbox.
  chromiumSandbox: process.getuid?.() !== 0,
}
