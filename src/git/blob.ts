export { blobOid } from '../diff/blob-oid.ts';
