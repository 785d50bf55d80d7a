// Run by the worker parser's tests: parses, closes nothing, and must end by itself.
import { createWorkerParser } from '../../../../src/pool/worker-parser.ts';

const parser = createWorkerParser();
const limits = { deadlineMs: 60_000, maxBytes: 1024 };
const source = Buffer.from('{}');
const { kind } = await parser.parse({ kind: 'symbols', language: 'json', source, ...limits });
process.exitCode = kind === 'symbols' ? 0 : 1;
