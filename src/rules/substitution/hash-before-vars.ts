import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { expressionsOf } from '../../substitution/expressions-of.js';
import { SubstitutionError } from '../../substitution/substitution-error.js';
import { defineRule, placeIn, type StateObject } from '../rule.js';

const hashBeforeVars = defineDiagnostic({
  code: 'FX645',
  name: 'hash-before-vars',
  severity: 'notice',
  summary:
    'A ConfigMap with `nameSuffixHash` contains vars. The hash is of the text before Flux substitutes, so a new value of a var keeps the name and rolls nothing out.',
  page: {
    example: "new ConfigMap(scope, 'config', { data: { host: vars.TF_HOST }, nameSuffixHash: true })",
    right: 'restart the pods when the var changes, or give it through infra.values',
  },
  exceptable: true,
});

/** The hash in a name follows the text in git, not the text after Flux's substitution. */
export const hashBeforeVarsRule = defineRule(
  [hashBeforeVars],
  ({ vars }, report, { index, references }) => {
    for (const object of index.byKind.get('/ConfigMap') ?? []) {
      if (object.nameWithoutHash === undefined) continue;
      const names = varsIn(object, vars);
      if (names.length === 0) continue;
      const readers = references.all.filter((one) => references.targets.find(one)?.object === object);
      // Flux itself notices changed content in what it reads.
      if (readers.length > 0 && readers.every(({ row }) => row.isValues === true)) continue;
      const isImmutable = object.json['immutable'] === true;
      const texts = names.map((name) => `\${${name}}`).join(', ');
      report(
        diagnose(hashBeforeVars, {
          message: `the name of ${object.title} is a hash of the text before Flux substitutes ${texts}: another value ${isImmutable ? 'keeps the name, and the API server refuses it, since the ConfigMap is immutable' : 'rolls nothing out'}`,
          at: placeIn(object, 'data'),
          fix: isImmutable
            ? 'take `immutable` away, or give the value in the code'
            : 'restart its readers when the value changes, or give the value in the code',
        }),
      );
    }
  },
  { looksAtTree: true },
);

const varsIn = ({ sites }: StateObject, declared: ReadonlySet<string>): readonly string[] => {
  const names = new Set<string>();
  for (const { path, template } of sites) {
    if (path[0] !== 'data' || template instanceof SubstitutionError) continue;
    for (const { name } of expressionsOf(template)) if (declared.has(name)) names.add(name);
  }
  return [...names].sort();
};
