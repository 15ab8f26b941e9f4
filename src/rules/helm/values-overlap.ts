import { chartOfRelease } from '../../constructs/diagnostics.js';
import type { JsonSchema } from '../../contract/index.js';
import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import { joinPath } from '../../json/json-path.js';
import { defineDeclaredRule } from '../rule.js';

const valuesOverlap = defineDiagnostic({
  code: 'FX306',
  name: 'values-overlap',
  severity: 'error',
  summary: "A path of a release's values is set inline and by Terraform. In Flux, the inline value wins.",
  page: {
    example: 'infra: { values: { web: z.object({ host: … }) } }, and values: { host: "a" } in `build`',
    right: 'set it in one of the two: what differs between clusters and is known here is an option',
  },
});

/** Inline values override values from ConfigMaps, so they would hide a path that Terraform also sets. */
export const valuesOverlapRule = defineDeclaredRule([valuesOverlap, chartOfRelease], ({ units }, report) => {
  for (const { objects, declared } of units) {
    const { built } = declared;
    for (const [release, { schema }] of built.inputs.values) {
      const object = objects.find((one) => one.kind === 'HelmRelease' && one.name === release);
      // FX105 tells of a release that the addon has no chart for.
      const hasChart = Object.hasOwn(built.instance.definition.charts ?? {}, release);
      if (object === undefined && (built.isPartial || !hasChart)) continue;
      if (object === undefined || !readsValues(object.json, release)) {
        report(
          diagnose(chartOfRelease, {
            message: `addon "${built.name}" asks Terraform for values of release "${release}", which no HelmRelease of it reads`,
            at: { addon: built.name, path: `infra.values.${release}` },
            fix: `make the release in \`build\`: new HelmRelease(scope, '${release}', { chart: charts['${release}'] })`,
          }),
        );
        continue;
      }
      const inline = (object.json['spec'] as { values?: unknown }).values;
      for (const path of overlaps(schema, inline)) {
        report(
          diagnose(valuesOverlap, {
            message: `the value "${path}" of release "${release}" is set inline and by Terraform, and Flux lets the inline one win`,
            at: { addon: built.name, object: object.title, path: `spec.values.${path}` },
            fix: 'take it out of one of the two; what differs between clusters and is known here is an option, not an infra value',
          }),
        );
      }
    }
  }
});

const readsValues = (json: Readonly<Record<string, unknown>>, release: string): boolean => {
  const spec = json['spec'] as { valuesFrom?: readonly { name?: string }[] } | undefined;
  return spec?.valuesFrom?.some((layer) => layer.name === `${release}-values-terraform`) ?? false;
};

/** The paths that both set; a list, or a map on only one side, counts as one path. */
const overlaps = (schema: JsonSchema, inline: unknown): readonly string[] => {
  const found: string[] = [];
  const visit = (node: JsonSchema, value: unknown, path: string): void => {
    if (value === undefined) return;
    if (node.type !== 'object' || !isObject(value)) {
      found.push(path);
      return;
    }
    for (const [key, property] of Object.entries(node.properties ?? {})) {
      if (Object.hasOwn(value, key)) visit(property, value[key], joinPath(path, key));
    }
  };
  visit(schema, inline, '');
  return found;
};
