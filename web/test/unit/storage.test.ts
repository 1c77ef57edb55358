import { expect, test } from 'vitest';
import { Storage } from '../../src/model/storage.ts';
import { device } from './device.ts';

test('games are saved by name, newest first', () => {
  const storage = new Storage(device());
  storage.save('games', { name: 'one', link: 'a' });
  storage.save('games', { name: 'two', link: 'b' });
  storage.save('games', { name: 'one', link: 'c' });
  expect(storage.list('games')).toEqual([
    { name: 'one', link: 'c' },
    { name: 'two', link: 'b' },
  ]);
  storage.remove('games', 'one');
  expect(storage.list('games')).toEqual([{ name: 'two', link: 'b' }]);
  expect(storage.list('boards')).toEqual([]);
});

test('an entry is saved at a place among the others', () => {
  const storage = new Storage(device());
  for (const name of ['c', 'b', 'a']) storage.save('games', { name, link: name });
  storage.save('games', { name: 'x', link: 'x' }, 2);
  expect(storage.list('games').map(({ name }) => name)).toEqual(['a', 'b', 'x', 'c']);
});

test.each([
  'nonsense',
  '{"help": 7, "speed": 1e9, "pictureTheme": "blue", "pictureLabels": 1}',
  '[]',
  'null',
  '"text"',
])('settings of %s are the usual ones', (text) => {
  expect(new Storage(device({ 'pegboard.settings': text })).settings).toEqual(new Storage(device()).settings);
});

test('a stored theme of pictures keeps its meaning under its American name', () => {
  for (const pictureTheme of ['color-blind', 'colour-blind']) {
    const storage = new Storage(device({ 'pegboard.settings': JSON.stringify({ pictureTheme }) }));
    expect(storage.settings.pictureTheme).toBe('color-blind');
  }
});

test.each(['nonsense', '{}', '[1, null, {"name": "x"}]'])('a shelf of %s is empty', (text) => {
  expect(new Storage(device({ 'pegboard.games': text })).list('games')).toEqual([]);
});

test('a device without storage causes no error', () => {
  const refusing = {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
    removeItem: () => {},
  };
  for (const storage of [new Storage(null), new Storage(refusing as unknown as globalThis.Storage)]) {
    storage.running = 'x';
    expect(storage.running).toBeNull();
    expect(storage.save('games', { name: 'one', link: 'a' })).toBe(false);
    expect(storage.keepCanvas('a')).toBe(false);
  }
});

test('the previous address of a tab is a link in every other tab', () => {
  const everywhere = device();
  const [one, other] = [new Storage(everywhere, device()), new Storage(everywhere, device())];
  one.left = '#game';
  expect(other.takeLeft()).toBe(null);
  expect(one.takeLeft()).toBe('#game');
  expect(one.takeLeft()).toBe(null);
});

test.each([
  'nonsense',
  '[]',
  '7',
  'null',
  '{"p1.A": "many", "games": -0.5, "days": [1, null], "__proto__": 3}',
])('solutions and statistics of %s are none', (text) => {
  const storage = new Storage(device({ 'pegboard.solved': text, 'pegboard.statistics': text }));
  expect([...storage.solved]).toEqual([]);
  expect(storage.statistics).toEqual(new Storage(null).statistics);
});

test('the best solution of a problem is kept', () => {
  const storage = new Storage(device());
  for (const moves of [20, 18, 19]) storage.addSolved('p1.A', moves);
  expect(new Map(storage.solved)).toEqual(new Map([['p1.A', 18]]));
});

test('a name that is taken gets a number', () => {
  const storage = new Storage(device());
  for (const free of ['mine', 'mine (2)', 'mine (3)']) {
    expect(storage.freeName('games', 'mine')).toBe(free);
    storage.save('games', { name: free, link: free });
  }
});

test('each tab has its own running game; a new tab begins with the last one', () => {
  const everywhere = device();
  const [one, other] = [new Storage(everywhere, device()), new Storage(everywhere, device())];
  one.running = 'a';
  other.running = 'b';
  expect([one.running, other.running]).toEqual(['a', 'b']);
  expect(new Storage(everywhere, device()).running).toBe('b');
});

test('each tab has its own canvas; a new tab begins with the last one', () => {
  const everywhere = device();
  const [one, other] = [new Storage(everywhere, device()), new Storage(everywhere, device())];
  expect([one.keepCanvas('a'), other.keepCanvas('b')]).toEqual([true, true]);
  expect([one.canvas, other.canvas]).toEqual(['a', 'b']);
  expect(new Storage(everywhere, device()).canvas).toBe('b');
});
