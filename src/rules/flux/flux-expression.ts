import { defineDiagnostic, diagnose, nearest } from '../../diagnostics/index.js';
import { objectsOf } from '../../json/as-shape.js';
import { printPath } from '../../json/json-path.js';
import { type FluxExpression, readFluxExpression } from '../../schema/cel/flux-expression.js';
import { type FluxTypes, fluxTypes } from '../../schema/typed-cel/flux-types.js';
import { openTypedLibrary } from '../../schema/typed-cel/typed-library.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { defineRule, placeIn, specOf } from '../rule.js';
import type { FoundSchemas } from '../schemas/find-schemas.js';

const fluxExpression = defineDiagnostic({
  code: 'FX649',
  name: 'flux-expression',
  severity: 'error',
  summary:
    "A CEL expression of a health check or dependency reads a variable that Flux doesn't set, calls an unknown function, or isn't a condition: what waits for it waits until its timeout, or forever.",
  page: {
    example: 'healthCheckExprs: [{ …, current: \'self.status.phase == "Ready"\' }]',
    flux: 'failed to evaluate the CEL expression: no such attribute(s): self',
    right: 'current: \'status.phase == "Ready"\'   // and in a readyExpr: \'dep.status.phase == "Ready"\'',
  },
  exceptable: true,
});

const KINDS: readonly string[] = ['helm.toolkit.fluxcd.io/HelmRelease', 'kustomize.toolkit.fluxcd.io/Kustomization'];
const READY_VARIABLES: readonly string[] = ['self', 'dep'];
const EVERY_KIND: readonly string[] = ['apiVersion', 'kind', 'metadata', 'spec', 'status'];
/** Names that other tools use for the object, but not Flux. */
const NEVER: readonly string[] = ['self', 'dep', 'object', 'oldSelf', 'obj'];

interface HealthCheck {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
}

/** Expressions of health checks and dependencies only read what Flux gives them, and evaluate to true or false. */
export const fluxExpressionRule = defineRule(
  [fluxExpression],
  (state, report, { kinds: schemas }) => {
    const library = openTypedLibrary();
    for (const unit of state.units) {
      for (const object of [...unit.objects, ...unit.entry]) {
        if (!KINDS.includes(`${object.group}/${object.kind}`)) continue;
        const isSubstituted = unit.parent !== undefined || !unit.entry.includes(object);
        const check = (
          text: unknown,
          path: readonly (string | number)[],
          faultOf: (read: FluxExpression, typesOf: TypesOf) => Fault,
        ) => {
          if (typeof text !== 'string' || text === '' || (isSubstituted && holdsExpression(text))) return;
          const read = readFluxExpression(text);
          // Another rule reports syntax errors.
          const fault =
            typeof read === 'string'
              ? undefined
              : faultOf(read, (isCompiled) => fluxTypes(text, read, library, isCompiled));
          if (fault === undefined) return;
          const at = placeIn(object, printPath(path));
          report(diagnose(fluxExpression, { message: `${object.title}: "${at.path}" ${fault[0]}`, at, fix: fault[1] }));
        };
        const { dependsOn, healthCheckExprs } = specOf(object);
        for (const [index, one] of objectsOf(dependsOn).entries()) {
          check(one['readyExpr'], ['spec', 'dependsOn', index, 'readyExpr'], readyFault);
        }
        for (const [index, one] of objectsOf(healthCheckExprs).entries()) {
          const known = fieldsOf(one, schemas);
          for (const key of ['current', 'failed', 'inProgress']) {
            check(one[key], ['spec', 'healthCheckExprs', index, key], (read, types) =>
              healthFault(read, types, known, one),
            );
          }
        }
      }
    }
  },
  { looksAtApplied: true },
);

type TypesOf = (isCompiled: boolean) => FluxTypes;

/** The problem and its fix. */
type Fault = readonly [message: string, fix: string] | undefined;

const callFault = ({ unknownFunctions: [name] }: FluxExpression): Fault =>
  name === undefined
    ? undefined
    : [
        `calls "${name}", a function that Flux doesn't have`,
        'Use the functions of CEL, and of its strings, sets and encoders',
      ];

/** https://github.com/fluxcd/pkg/blob/main/runtime/cel/expression.go: Flux requires a boolean result. */
const booleanFault = ({ isBoolean }: FluxTypes, example: string): Fault =>
  isBoolean === false
    ? ["isn't a condition to Flux, which takes only a boolean", `Compare the value: ${example}`]
    : undefined;

const readyFault = (read: FluxExpression, typesOf: TypesOf): Fault => {
  const unknown = read.variables.find((name) => !READY_VARIABLES.includes(name));
  if (unknown !== undefined) {
    const owner = EVERY_KIND.includes(unknown)
      ? `Write dep.${unknown}, or self.${unknown}`
      : 'Read dep, the dependency, or self';
    return [`reads "${unknown}", and Flux gives it only "self" and "dep"`, owner];
  }
  const called = callFault(read);
  if (called !== undefined) return called;
  // Flux compiles a readyExpr with its types, and only parses expressions of health checks.
  const found = typesOf(true);
  if (found.fault !== undefined) return [found.fault, 'Correct the expression'];
  return booleanFault(found, 'dep.status.ready == true');
};

const healthFault = (
  read: FluxExpression,
  typesOf: TypesOf,
  known: readonly string[] | undefined,
  check: HealthCheck,
): Fault => {
  const unknown = read.variables.find((name) => (known === undefined ? NEVER.includes(name) : !known.includes(name)));
  if (unknown !== undefined) {
    const near = nearest(unknown, known ?? EVERY_KIND);
    const what = NEVER.includes(unknown) ? `"${unknown}"` : `"${unknown}", which ${String(check.kind)} doesn't have`;
    const instead = NEVER.includes(unknown)
      ? `Remove "${unknown}.": an expression reads the object's own fields`
      : undefined;
    return [
      `reads ${what}; Flux gives it the fields of the object`,
      instead ?? (near === undefined ? `Read one of ${(known ?? EVERY_KIND).join(', ')}` : `Write ${near}`),
    ];
  }
  return callFault(read) ?? booleanFault(typesOf(false), "status.phase == 'Ready'");
};

/** The top-level fields of a health check's kind; undefined if the kind isn't known. */
const fieldsOf = ({ apiVersion, kind }: HealthCheck, schemas: FoundSchemas): readonly string[] | undefined => {
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined;
  const slash = apiVersion.indexOf('/');
  const versions = schemas.find(slash < 0 ? '' : apiVersion.slice(0, slash), kind)?.versions ?? {};
  const schema = versions[apiVersion.slice(slash + 1)] ?? Object.values(versions)[0];
  if (schema?.['properties'] === undefined || schema['x-kubernetes-preserve-unknown-fields'] === true) return undefined;
  return [...new Set([...EVERY_KIND.filter((key) => key !== 'spec'), ...Object.keys(schema['properties'] as object)])];
};
