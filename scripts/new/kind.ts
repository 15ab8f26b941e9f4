import { kebabOfKind, withLine } from './names.js';
import { type Recipe, RecipeError, TO_BE_WRITTEN } from './recipe.js';

export const kind: Recipe = {
  usage: 'kind GROUP/KIND',
  what: 'a typed construct of a kind that imports/ has: source.toolkit.fluxcd.io/Bucket',
  plan: (text, { tryRead }) => {
    const [, group = '', name = ''] = /^([a-z0-9.-]+)\/([A-Z]\w*)$/.exec(text) ?? [];
    if (name === '')
      throw new RecipeError(`"${text}" isn't a group and a kind`, 'write GROUP/KIND: source.toolkit.fluxcd.io/Bucket');
    const generated = tryRead(`imports/${group}.ts`);
    if (generated === undefined || !new RegExp(`^export class ${name} `, 'm').test(generated))
      throw new RecipeError(
        generated === undefined ? `there is no imports/${group}.ts` : `imports/${group}.ts has no class ${name}`,
        "take the kind's CRD with node scripts/take-crds.js, add its file to schemas/sources.yaml, and run npm run import",
      );
    const file = kebabOfKind(name);
    const spec = new RegExp(`^export interface ${name}Spec `, 'm').test(generated);
    if (!spec)
      throw new RecipeError(
        `${name} of imports/${group}.ts has no spec`,
        'write the construct by hand: src/constructs/gateway-class.ts is one',
      );
    return {
      files: {
        [`src/constructs/${file}.ts`]: `import type { Construct } from 'constructs';
import { ${name} as Generated, type ${name}Spec } from '../../imports/${group}.js';
import type { NamespacedProps } from './object-props.js';
import { splitProps } from './split-props.js';

/** ${TO_BE_WRITTEN}: the address of the upstream page. */
export interface ${name}Props extends NamespacedProps, ${name}Spec {}

/** ${TO_BE_WRITTEN}: what the object does, and which fields have a default. */
export class ${name} extends Generated {
  constructor(scope: Construct, id: string, props: ${name}Props) {
    const { object, spec } = splitProps(props);
    super(scope, id, { ...object, spec });
  }
}
`,
        [`test/constructs/${file}.test.ts`]: `import { App, Chart, Testing } from 'cdk8s';
import { expect, it } from 'vitest';
import { ${name}, type ${name}Props } from '../../src/constructs/${file}.js';

it('${TO_BE_WRITTEN}: what the construct makes of its props', () => {
  const chart = new Chart(new App(), 'plain');
  const props = { name: 'a', namespace: 'apps' };
  new ${name}(chart, 'a', props as ${name}Props);
  expect(Testing.synth(chart)).toEqual([{ '${TO_BE_WRITTEN}': 'the object' }]);
});
`,
      },
      lists: {
        'src/constructs/index.ts': (index) =>
          withLine(index, `export { ${name}, type ${name}Props } from './${file}.js';`, (line) =>
            /^export \{ [A-Z]\w+(?:, type \w+)* \} from/.test(line),
          ),
      },
      next: [
        `fill in src/constructs/${file}.ts: give defaults to what design or upstream recommends`,
        `fill in test/constructs/${file}.test.ts`,
        `write test/types/cases/accepted/${file}.ts with a use of every prop, and a refused case; run npx vitest run test/types -u, and read the compiler's message`,
        'add a line to CHANGELOG.md',
        'run npm run docs',
      ],
    };
  },
};
