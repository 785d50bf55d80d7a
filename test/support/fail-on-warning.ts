// A process warning is a leak or a misuse: thrown here, it fails the run as an unhandled error.
// Once a process: the files of a run share it.
const LISTENING = Symbol.for('staged-fs.fail-on-warning');

if (Reflect.get(process, LISTENING) !== true) {
  Reflect.set(process, LISTENING, true);
  process.on('warning', (warning) => {
    throw warning;
  });
}
