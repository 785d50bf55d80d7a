// The other end of `SpawningProcess`.
import { spawnChild } from '../child.ts';
import type { SpawnReply, SpawnRequest } from '../spawning-process.ts';

process.on('message', (request: SpawnRequest) => void answer(request));

async function answer({ id, call }: SpawnRequest): Promise<void> {
  try {
    send({ id, result: await spawnChild(call) });
  } catch (error) {
    send({ id, error });
  }
}

function send(reply: SpawnReply): void {
  process.send?.(reply);
}
