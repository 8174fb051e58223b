// How browser tests and benchmarks start Chromium.

export const chromiumOptions = {
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  // Chromium with its sandbox refuses to run as root, which is the user of many containers.
  chromiumSandbox: process.getuid?.() !== 0,
}
