// The published schema of ACP version 1, as the official SDK ships it.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import type { Message } from './message.ts';

const SCHEMA = new URL(
  '../../node_modules/@agentclientprotocol/sdk/schema/v1/schema.json',
  import.meta.url,
);

const ajv: Ajv2020 = new Ajv2020({ strict: false, validateFormats: false, discriminator: false });
ajv.addSchema(z.looseObject({}).parse(JSON.parse(readFileSync(SCHEMA, 'utf8'))), 'acp');

const RESULTS: ReadonlyMap<string, string> = new Map([
  ['initialize', 'InitializeResponse'],
  ['session/new', 'NewSessionResponse'],
  ['session/prompt', 'PromptResponse'],
]);

const PARAMS: ReadonlyMap<string, string> = new Map([
  ['session/update', 'SessionNotification'],
  ['fs/read_text_file', 'ReadTextFileRequest'],
  ['fs/write_text_file', 'WriteTextFileRequest'],
]);

/** What is wrong with a line an agent sent; `asked` is the method it answers, if it does. */
export function complaintsAbout(message: Message, asked: string | undefined): string[] {
  const whole = check('acp', message);
  const params = definition(PARAMS, message.method);
  const result = message.error === undefined ? definition(RESULTS, asked) : undefined;
  return [
    ...whole,
    ...(params === undefined ? [] : check(params, message.params)),
    ...(result === undefined ? [] : check(result, message.result)),
  ];
}

function definition(
  table: ReadonlyMap<string, string>,
  method: string | undefined,
): string | undefined {
  const name = method === undefined ? undefined : table.get(method);
  return name === undefined ? undefined : `acp#/$defs/${name}`;
}

function check(schema: string, value: unknown): string[] {
  const validate = ajv.getSchema(schema);
  if (validate === undefined) throw new Error(`There is no schema ${schema}.`);
  if (validate(value) === true) return [];
  return [`${ajv.errorsText(validate.errors)}: ${JSON.stringify(value).slice(0, 200)}`];
}
