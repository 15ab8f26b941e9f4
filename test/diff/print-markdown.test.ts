import { describe, expect, it } from 'vitest';
import type { ObjectDiff } from '../../src/diff/compare-states.js';
import { printDiffMarkdown } from '../../src/diff/print/print-markdown.js';
import type { DiffResult } from '../../src/diff/run-diff.js';

const object = (mark: ObjectDiff['mark'], name: string, more: Partial<ObjectDiff> = {}): ObjectDiff => ({
  mark,
  id: { group: '', kind: 'ConfigMap', namespace: 'default', name },
  owners: ['flux-system/web'],
  title: `ConfigMap/${name} in default (web)`,
  isLoss: false,
  fields: [],
  noise: 0,
  effects: [],
  ...more,
});

const resultOf = (...objects: readonly ObjectDiff[]): DiffResult => ({
  clusters: [
    {
      cluster: 'dev',
      from: 'origin/main',
      to: 'the working tree',
      isNew: false,
      objects,
      noise: [],
      contract: [],
      notSeen: [],
    },
  ],
  compared: 1,
  names: ['dev', 'prod'],
  reasons: new Map(),
  notCompared: [],
  isBeside: false,
  showsExamples: false,
  diagnostics: [],
});

const change = (from: unknown, to: unknown) => ({ path: 'data.a', keys: ['data', 'a'], from, to });

describe('printDiffMarkdown', () => {
  it('has the most dangerous first, and folds fields', () => {
    const text = printDiffMarkdown(
      resultOf(
        object('+', 'new'),
        object('~', 'changed', { fields: [change('1', '2')] }),
        object('~', 'restarts', {
          effects: [{ kind: 'restart', text: 'its pods restart' }],
          fields: [change('1', '3')],
        }),
        object('→', 'moved'),
        object('-', 'gone'),
        object('-', 'gone-with-data', { isLoss: true }),
      ),
    );
    expect(text).toMatchInlineSnapshot(`
      "### fluxspan diff

      **Loses ConfigMap/gone-with-data, deletes 2 objects, gives 1 object a new owner, creates 1 object, changes 2 objects and restarts 1 workload in dev; prod unchanged.**

      - **dev**: 1 to create, 2 to change, 1 with a new owner, 2 to delete (origin/main → the working tree)

      - \`- ConfigMap/gone-with-data in default (web)\`
      - \`- ConfigMap/gone in default (web)\`
      - \`→ ConfigMap/moved in default (web)\`

      <details><summary><code>~ ConfigMap/restarts in default (web)</code>: its pods restart</summary>

      \`\`\`
      data.a  "1" → "3"
      \`\`\`

      </details>

      <details><summary><code>~ ConfigMap/changed in default (web)</code></summary>

      \`\`\`
      data.a  "1" → "2"
      \`\`\`

      </details>

      - \`+ ConfigMap/new in default (web)\`
      "
    `);
  });

  it('lets no value break out of its block, call a person or be HTML', () => {
    const text = printDiffMarkdown(
      resultOf(
        object('~', 'x', {
          title: 'ConfigMap/<img src=x> @octocat `a`',
          fields: [change('```\n</details>', '````\n@octocat')],
        }),
        object('-', 'y', { title: 'ConfigMap/`</code>` @octocat' }),
      ),
    );
    expect(text).not.toMatch(/<img/);
    expect(text.match(/^`{5,}$/gm)).toHaveLength(2);
    expect(text).toContain('- `` - ConfigMap/`</code>` @octocat ``');
  });

  it('stays below its limit: fields go first, and what is deleted goes last', () => {
    const long = { fields: [change('a', 'b'.repeat(100))] };
    const changed = Array.from({ length: 100 }, (_, index) => object('~', `changed-${index}`, long));
    const gone = Array.from({ length: 50 }, (_, index) => object('-', `gone-${index}`));
    const text = printDiffMarkdown(resultOf(...changed, ...gone), 6000);
    expect(text.length).toBeLessThanOrEqual(6000);
    for (const { title } of gone) expect(text).toContain(title);
    expect(text).toMatch(/\*\*\d+ more changes do not fit here\*\* \(\d+ to change\)/);
  });

  it('says that nothing changes', () => {
    const nothing = { ...resultOf(), clusters: [], compared: 2 };
    expect(printDiffMarkdown(nothing)).toBe(
      '### fluxspan diff\n\nNothing that Flux applies changes (2 clusters compared).\n',
    );
    const notCompared = [{ cluster: 'dev', codes: ['FX412'] }];
    expect(printDiffMarkdown({ ...nothing, notCompared })).toBe(
      '### fluxspan diff\n\nNothing else that Flux applies changes (2 clusters compared).\n\n**Not compared:** cluster dev (FX412).\n',
    );
    expect(printDiffMarkdown({ ...nothing, compared: 0, notCompared })).toBe(
      '### fluxspan diff\n\n**Not compared:** cluster dev (FX412).\n',
    );
  });

  it('says what could not be compared before what changes', () => {
    const notCompared = ['dev', 'prod'].map((cluster) => ({ cluster, addon: 'web', codes: ['FX107'] }));
    expect(printDiffMarkdown({ ...resultOf(object('+', 'new')), notCompared })).toContain(
      '\n\n**Not compared:** addon web in dev, prod (FX107).\n\n- `+ ConfigMap/new',
    );
  });
});
