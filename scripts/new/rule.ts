import { camel, freeCode, freeName, inFolder } from './names.js';
import { type Recipe, TO_BE_WRITTEN } from './recipe.js';

const groups = ['contract', 'flux', 'helm', 'objects', 'substitution', 'tenants'];

/** FX690 and up are about exceptions; the gaps of FX3xx come last, since its codes are older. */
const ranges = [
  [600, 689],
  [307, 399],
] as const;

export const rule: Recipe = {
  usage: 'rule GROUP/NAME',
  what: `a rule on one state of a cluster; GROUP is ${groups.join(', ')}`,
  plan: (text, repository) => {
    const { folder, name } = inFolder(text, groups, 'group');
    const code = freeCode(repository, ranges);
    const own = camel(freeName(name, repository));
    return {
      files: {
        [`src/rules/${folder}/${name}.ts`]: `import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { defineRule, objectsOfKind, placeIn, specOf } from '../rule.js';

// A notice until a real judge has refused a case of it: a twin in \`live\` of the fixture, or a case of test/live/ that
// names the code. Then make it an error, or a warning if the harm isn't certain.
const ${own} = defineDiagnostic({
  code: '${code}',
  name: '${name}',
  severity: 'notice',
  summary: '${TO_BE_WRITTEN}: one sentence that says what is wrong, and why it matters.',
  page: {
    example: '${TO_BE_WRITTEN}: the smallest declaration that causes it',
    right: '${TO_BE_WRITTEN}: the same, fixed',
  },
  exceptable: true,
});

/** ${TO_BE_WRITTEN}: what holds where the rule is kept. */
export const ${own}Rule = defineRule([${own}], (_, report, { index }) => {
  for (const object of objectsOfKind(index, 'helm.toolkit.fluxcd.io/HelmRelease')) {
    if (specOf(object)['${TO_BE_WRITTEN}'] === undefined) continue;
    report(
      diagnose(${own}, {
        message: \`\${object.title} ${TO_BE_WRITTEN}\`,
        at: placeIn(object, 'spec'),
        fix: '${TO_BE_WRITTEN}: an imperative that can be pasted where possible',
      }),
    );
  }
});
`,
        [`test/rules/${folder}/${name}.fixture.ts`]: `import type { RuleFixture } from '../rule-fixture.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: '${code}',
    bad: () => {
      throw new Error('${TO_BE_WRITTEN}: the smallest program that breaks the rule, by one() of rule-programs.ts');
    },
    good: () => {
      throw new Error('${TO_BE_WRITTEN}: the same program, fixed');
    },
    mutation: { none: '${TO_BE_WRITTEN}: a change of the platform by platform-changes.ts, or why there is none' },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: '${TO_BE_WRITTEN}: twins for a real cluster, or why nothing shows it there' },
  },
];
`,
      },
      next: [
        `fill in src/rules/${folder}/${name}.ts`,
        `fill in test/rules/${folder}/${name}.fixture.ts`,
        'add a fault and a near miss to test/rules/plain-yaml.test.ts; or use defineDeclaredRule, if the rule is about what only code declares',
        'add a line to CHANGELOG.md',
        'run npx vitest run test/rules/rules.test.ts test/rules/proof.test.ts, and npm run docs',
      ],
    };
  },
};
