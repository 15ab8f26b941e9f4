import { expect, it } from 'vitest';
import type { ImportProblem } from '../../src/charts/import-problem.js';
import { parseHelmYaml } from '../../src/charts/parse-helm-yaml.js';

it.each([
  ['port: 0o17\nmask: 0x1F\nbig: 1_000', { port: 15, mask: 31, big: 1000 }],
  ['text: !!binary aGVsbG8=', { text: 'hello' }],
  ['flag: yes\nother: off', { flag: true, other: false }],
  ['day: 2024-01-01\ntime: 12:30', { day: '2024-01-01', time: '12:30' }],
  ['y: 1\na: 1\na: 2', { true: 1, a: 2 }],
  ['a: &a {x: 1, z: 1}\nb:\n  <<: *a\n  z: 2', { a: { x: 1, z: 1 }, b: { x: 1, z: 2 } }],
  ['# nothing\n', null],
])('reads %j as Helm does', (text, expected) => {
  const problems: ImportProblem[] = [];
  expect(parseHelmYaml(Buffer.from(text), 'values.yaml', (problem) => problems.push(problem))).toEqual(expected);
  expect(problems).toEqual([]);
});

it.each([
  ['a: 1\nb: !!int x\n', 'values.yaml:2:4', 'cannot decode !!str `x` as a !!int'],
  ['a: .nan\n', 'values.yaml', 'json: unsupported value: NaN'],
  ['a: 1\n\tb: 2\n', 'values.yaml:2:1', 'found a tab character that violates indentation'],
])('tells where %j is wrong', (text, at, reason) => {
  const problems: ImportProblem[] = [];
  expect(parseHelmYaml(Buffer.from(text), 'values.yaml', (problem) => problems.push(problem))).toBeUndefined();
  expect(problems).toMatchObject([{ at, message: `values.yaml cannot be read: ${reason}` }]);
});
