import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { listOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { printPath } from '../../json/json-path.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { defineRule, placeIn, specOf } from '../rule.js';

const varKey = defineDiagnostic({
  code: 'FX628',
  name: 'var-key',
  severity: 'error',
  summary:
    "A Kustomization substitutes a name that isn't a valid var name, its own or a key of a ConfigMap or Secret, so all of it fails.",
  page: {
    example:
      'postBuild: { substituteFrom: [{ kind: "ConfigMap", name: "web" }] }   // and "web" has the key values.yaml',
    flux: "post build failed for …: envsubst error: 'values.yaml' var name is invalid, must match '^[_[:alpha:]][_[:alpha:][:digit:]]*$'",
    right: 'use a ConfigMap that has only vars',
  },
  exceptable: true,
});

/** https://github.com/fluxcd/pkg/tree/main/envsubst: the names of vars that Flux accepts. */
const NAME = /^[_A-Za-z][_A-Za-z0-9]*$/;

const nameFrom = (key: string): string => key.replaceAll(/\W/g, '_').replace(/^(?=\d)/, '_');

/**
 * Each key of a ConfigMap or Secret that a Kustomization substitutes from is a valid var name: otherwise the whole
 * Kustomization fails.
 */
export const varKeyRule = defineRule([varKey], (state, report, { dataSources }) => {
  for (const { objects, entry } of state.units) {
    for (const reader of [...objects, ...entry]) {
      if (reader.kind !== 'Kustomization' || reader.group !== 'kustomize.toolkit.fluxcd.io') continue;
      const { postBuild } = specOf(reader) as {
        postBuild?: { substitute?: unknown; substituteFrom?: unknown };
      };
      for (const key of Object.keys(isObject(postBuild?.substitute) ? postBuild.substitute : {})) {
        if (NAME.test(key) || holdsExpression(key)) continue;
        report(
          diagnose(varKey, {
            message: `${reader.title} substitutes "${key}", which cannot be a var`,
            at: placeIn(reader, printPath(['spec', 'postBuild', 'substitute', key])),
            notes: [`Flux reports: '${key}' var name is invalid`],
            fix: `name it "${nameFrom(key)}", and write \${${nameFrom(key)}} where it is used`,
          }),
        );
      }
      for (const [index, one] of listOf(postBuild?.substituteFrom).entries()) {
        if (!isObject(one)) continue;
        const { kind, name } = one;
        const all = dataSources.get(`${String(kind)}/${String(name)}`) ?? [];
        const source = all.find(({ namespace }) => namespace === (reader.namespace ?? ''));
        const bad = (source?.keys ?? []).filter((key) => !NAME.test(key));
        if (bad.length === 0) continue;
        report(
          diagnose(varKey, {
            message: `${reader.title} substitutes from ${String(kind)} "${String(name)}", whose ${bad.length === 1 ? 'key' : 'keys'} ${bad.map((key) => `"${key}"`).join(', ')} cannot be a var`,
            at: placeIn(reader, `spec.postBuild.substituteFrom[${index}]`),
            notes: [`Flux reports: '${bad[0]}' var name is invalid`],
            fix: `give ${String(kind)} "${String(name)}" no keys but names of vars: letters, digits and _, no digit first`,
          }),
        );
      }
    }
  }
});
