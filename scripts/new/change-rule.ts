import { camel, freeCode, freeName, inFolder } from './names.js';
import { type Recipe, TO_BE_WRITTEN } from './recipe.js';

const FOLDER = 'src/changes/rules';

const ranges = [
  [501, 599],
  [720, 799],
] as const;

export const changeRule: Recipe = {
  usage: 'change-rule TOPIC/NAME',
  what: `a rule on a change of a cluster; TOPIC is a folder of ${FOLDER}`,
  plan: (text, repository) => {
    const { folder, name } = inFolder(text, repository.list(FOLDER), 'topic');
    const code = freeCode(repository, ranges);
    const own = camel(freeName(name, repository));
    return {
      files: {
        [`${FOLDER}/${folder}/${name}.ts`]: `import { jsonOf } from '../../../applied/holding.js';
import { titleOf } from '../../../applied/object-id.js';
import { defineDiagnostic, diagnose } from '../../../diagnostics/index.js';
import { equalJson } from '../../../json/equal-json.js';
import { specOf } from '../../../json/manifest-fields.js';
import { defineChangeRule } from '../../change-rule.js';

// A notice until a real judge has refused a case of it: a case of test/live/ that names the code. Then make it an error,
// or a warning if the harm isn't certain.
const ${own} = defineDiagnostic({
  code: '${code}',
  name: '${name}',
  severity: 'notice',
  summary: '${TO_BE_WRITTEN}: one sentence that says what the change does, and why it matters.',
  page: {
    example: '${TO_BE_WRITTEN}: the smallest change that causes it',
    right: '${TO_BE_WRITTEN}: what to do instead',
  },
});

/** ${TO_BE_WRITTEN}: what the rule reports. */
export const ${own}Rule = defineChangeRule([${own}], ({ cluster, before, after }, report) => {
  for (const object of before.objects.values()) {
    const next = after.objects.get(object.key);
    if (next === undefined || object.id.kind !== '${TO_BE_WRITTEN}') continue;
    const [from, to] = [specOf(jsonOf(object)), specOf(jsonOf(next))];
    if (equalJson(from['${TO_BE_WRITTEN}'] ?? null, to['${TO_BE_WRITTEN}'] ?? null)) continue;
    const title = titleOf(object.id);
    report(
      diagnose(${own}, {
        message: \`\${title} ${TO_BE_WRITTEN}\`,
        at: { cluster, object: title },
        fix: '${TO_BE_WRITTEN}: an imperative that can be pasted where possible',
      }),
    );
  }
});
`,
        [`test/changes/rules/${folder}/${name}.test.ts`]: `import { expect, it } from 'vitest';
import { ${own}Rule } from '../../../../src/changes/rules/${folder}/${name}.js';
import type { JsonObject } from '../../../../src/json/json-value.js';
import { askRule } from '../../ask-rule.js';
import { object, stateOf } from '../../transitions/judge.js';

/** What the rule reports of a change of one object. */
const found = (from: JsonObject, to: JsonObject) =>
  askRule(${own}Rule, { before: stateOf([from], {}), after: stateOf([to], {}) }).map(
    ({ code, at }) => \`\${code} \${at.object}\`,
  );
const some = (spec: JsonObject) => object('v1/ConfigMap', spec);

it('reports ${TO_BE_WRITTEN}: the change that does harm', () => {
  expect(found(some({ field: 'a' }), some({ field: 'b' }))).toEqual(['${code} ConfigMap/x in apps']);
});

it('reports nothing of ${TO_BE_WRITTEN}: a near miss', () => {
  expect(found(some({ field: 'a' }), some({ field: 'a' }))).toEqual([]);
});
`,
      },
      next: [
        `fill in ${FOLDER}/${folder}/${name}.ts`,
        `fill in test/changes/rules/${folder}/${name}.test.ts`,
        'add a line to CHANGELOG.md',
        `run npx vitest run test/changes/rules/${folder}/${name}.test.ts test/changes/change-rules.test.ts test/rules/proof.test.ts, and npm run docs`,
      ],
    };
  },
};
