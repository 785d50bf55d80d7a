// A process warning is a leak or a misuse: thrown here, it fails the run as an unhandled error.
process.on('warning', (warning) => {
  throw warning;
});
