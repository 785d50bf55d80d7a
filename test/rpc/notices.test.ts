import { expect, it } from 'vitest';
import { StagedFsError } from '../../src/base/errors.ts';
import { LineWriter } from '../../src/rpc/line-writer.ts';
import { Notices } from '../../src/rpc/notices.ts';
import { MemorySink } from '../support/memory-sink.ts';

it('goes on after a notice that can not be made any more', async () => {
  const sink = new MemorySink();
  const notices = new Notices(new LineWriter(sink));
  const post = (key: string, params: () => object): void => {
    notices.post({ method: 'fs.pending', key, params });
  };
  post('closed', () => {
    throw new StagedFsError('ERR_STAGED_SESSION_CLOSED', 'Session `closed` is closed.');
  });
  post('open', () => ({ session_id: 'open' }));
  await notices.flush();
  post('open', () => ({ session_id: 'again' }));
  await notices.flush();
  const line = (id: string): string =>
    `{"jsonrpc":"2.0","method":"fs.pending","params":{"session_id":"${id}"}}\n`;
  expect(sink.bytes.toString()).toBe(line('open') + line('again'));
});
