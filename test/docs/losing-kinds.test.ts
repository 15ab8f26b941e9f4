import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { EffectRow } from '../../src/knowledge/form/effect.js';
import { projects } from '../../src/knowledge/registry.js';

const path = fileURLToPath(new URL('../../docs/protected-kinds.md', import.meta.url));
const code = (text: string): string => `\`${text}\``;

/** The kinds of a row that is about a removal, by their group. */
const kindsOf = ({ on }: EffectRow): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const one of [on].flat()) {
    const [group = '', kind = ''] = one.split('/');
    found.set(group, [...(found.get(group) ?? []), kind]);
  }
  return found;
};

const linesOf = (project: string, row: EffectRow): readonly (readonly string[])[] =>
  [...kindsOf(row)].map(([group, kinds]) => {
    const { except = [], destroys = '', keeps = [], isUnproven } = row;
    const but = except.length === 0 ? '' : ` but ${except.map(code).join(', ')}`;
    return [
      isUnproven === true ? `${project} (notice)` : project,
      group === '' ? 'core' : code(group),
      kinds.includes('*') ? `all${but}` : kinds.map(code).join(', '),
      typeof destroys === 'string'
        ? destroys
        : destroys({ json: {}, kind: '', group, annotations: {}, ofNamespace: {} }),
      keeps.flatMap(({ setting }) => setting ?? []).join(', or ') || '-',
    ];
  });

/** Without padding, since the page is in the package. */
const table = (rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const [head = [], ...rest] = rows;
  return line(head) + line(head.map(() => '---')) + rest.map(line).join('');
};

/** The table is generated: `npx vitest run test/docs -u` writes it again. */
test('docs/protected-kinds.md lists the kinds whose removal must be declared', async () => {
  const rows = [...projects]
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    .flatMap(({ name, effects = [] }) =>
      effects.filter(({ at }) => at === undefined).flatMap((row) => linesOf(name, row)),
    );
  expect(rows.length).toBeGreaterThan(100);
  const expected = readFileSync(path, 'utf8').replace(/^\| (?:project|group) \|.*\n(?:\|.*\n)+/m, () =>
    table([['project', 'group', 'kinds', 'goes with it', 'unless'], ...rows]),
  );
  expect(expected).toContain(`| ${rows[0]!.join(' | ')} |`);
  await expect(expected).toMatchFileSnapshot(path);
});
