import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Upper } from '../../../src/overlay/upper.ts';
import { PendingEvents } from '../../../src/session/events.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function watching(refresh: () => Promise<void>): PendingEvents {
  return new PendingEvents({
    sessionId: 's',
    upper: () => new Upper(),
    refresh,
    onListenerError: () => undefined,
  });
}

it('looks for what other processes did often enough to tell within 250 ms', () => {
  const looks: number[] = [];
  const events = watching(async () => {
    looks.push(Date.now());
    await Promise.resolve();
  });
  const start = Date.now();
  const stop = events.add(() => undefined);
  vi.advanceTimersByTime(10_000);
  stop();
  const times = [start, ...looks, start + 10_000];
  const gaps = times.slice(1).map((time, n) => time - (times[n] ?? 0));
  // The rest is for the look itself, and for a loop that is busy.
  expect(Math.max(...gaps)).toBe(150);
});

it('looks while somebody listens, and after a look that failed', () => {
  const refresh = vi.fn(async () => await Promise.reject(new Error('gone')));
  const events = watching(refresh);
  vi.advanceTimersByTime(1000);
  expect(refresh).toHaveBeenCalledTimes(0);
  const first = events.add(() => undefined);
  const second = events.add(() => undefined);
  vi.advanceTimersByTime(300);
  expect(refresh).toHaveBeenCalledTimes(2);
  first();
  vi.advanceTimersByTime(300);
  expect(refresh).toHaveBeenCalledTimes(4);
  second();
  vi.advanceTimersByTime(1000);
  expect(refresh).toHaveBeenCalledTimes(4);
});
