import { camel, kebab, withLine } from './names.js';
import { type Recipe, TO_BE_WRITTEN } from './recipe.js';

export const addon: Recipe = {
  usage: 'addon NAME',
  what: 'an addon of the package: src/addons/NAME/',
  plan: (text) => {
    const name = kebab(text);
    const own = camel(name);
    return {
      files: {
        [`src/addons/${name}/index.ts`]: `import { z } from 'zod';
import { defineAddon } from '../../addon/define-addon.js';
import { helmChart } from '../../constructs/helm-chart.js';
import { HelmRelease } from '../../constructs/helm-release.js';

/** ${TO_BE_WRITTEN}: what it is, and the address of its documentation. */
export const ${own} = defineAddon({
  name: '${name}',
  description: '${TO_BE_WRITTEN}: a phrase without a final period.',
  namespace: '${name}',
  createNamespace: true,
  charts: {
    // ${TO_BE_WRITTEN}: the address and version; the types of its values, once npm run import has made them.
    '${name}': helmChart({ url: 'https://charts.example.org', chart: '${name}', version: '1.0.0' }),
  },
  options: z.object({
    /** Replicas of the controller. */
    replicas: z.number().int().min(1).default(1),
  }),
  build(scope, { charts, options }) {
    new HelmRelease(scope, 'release', { chart: charts['${name}'], values: { replicas: options.replicas } });
  },
});
`,
        [`test/addons/${name}.test.ts`]: `import { expect, test } from 'vitest';
import { ${own} } from '../../src/addons/${name}/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(${own});

test('${TO_BE_WRITTEN}: what its options change', () => {
  const { find } = synthAlone(${own}, { replicas: 2 });
  expect(find('HelmRelease', '${name}').spec.values).toEqual({ '${TO_BE_WRITTEN}': 'the values' });
});
`,
      },
      lists: {
        'src/addons/index.ts': (index) =>
          withLine(index, `export { ${own} } from './${name}/index.js';`, (line) => line.startsWith('export {')),
      },
      next: [
        `take the chart's values: schemas/charts/${name}/ and a line in schemas/sources.yaml, then npm run import`,
        `fill in src/addons/${name}/index.ts, with the types of imports/charts/${name}.ts`,
        `fill in test/addons/${name}.test.ts`,
        'add it to src/platform/platform.ts and run npm run synth, or add it to test/support/every-addon.ts',
        'run npx vitest run test/compile test/docs test/addons -u, and npm run docs',
        'add a line to CHANGELOG.md',
      ],
    };
  },
};
