import { createParseRunner, type ParseRunner } from '../src/pool/run-parse.ts';

const parse: ParseRunner = createParseRunner();

export default parse;
