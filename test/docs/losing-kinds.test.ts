import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { clusterKinds } from '../../src/knowledge/rows/cluster-kinds.js';
import { dataKinds } from '../../src/knowledge/rows/data-kinds.js';
import type { LosingKinds } from '../../src/knowledge/rows/losing-kinds.js';
import { outsideKinds } from '../../src/knowledge/rows/outside-kinds.js';

const path = fileURLToPath(new URL('../../docs/removals.md', import.meta.url));
const code = (text: string): string => `\`${text}\``;

const rowOf = ({ group, kinds, except, loses, policies = [] }: LosingKinds): readonly string[] => [
  group === '' ? 'core' : code(group),
  kinds === undefined
    ? `all${except === undefined ? '' : ` but ${except.map(code).join(', ')}`}`
    : kinds.map(code).join(', '),
  typeof loses === 'string' ? loses : loses({ json: {}, kind: '', group, annotations: {}, ofNamespace: {} }),
  policies.flatMap(({ setting }) => setting ?? []).join(', or ') || '-',
];

/** Without padding, since the page is in the package. */
const table = (rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const [head = [], ...rest] = rows;
  return line(head) + line(head.map(() => '---')) + rest.map(line).join('');
};

/** The table is generated: `npx vitest run test/docs -u` writes it again. */
test('docs/removals.md lists the kinds whose removal must be declared', async () => {
  const rows = [...clusterKinds, ...outsideKinds, ...dataKinds].map(rowOf);
  const expected = readFileSync(path, 'utf8').replace(/^\| group \|.*\n(?:\|.*\n)+/m, () =>
    table([['group', 'kinds', 'goes with it', 'unless'], ...rows]),
  );
  expect(expected).toContain(outsideKinds[0]!.group);
  await expect(expected).toMatchFileSnapshot(path);
});
