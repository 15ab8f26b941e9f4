import { defineDiagnostic, diagnose } from '../../../diagnostics/index.js';
import { holdsExpression } from '../../../substitution/holds-expression.js';
import { defineRule } from '../../rule.js';

const configMapLimits = defineDiagnostic({
  code: 'FX611',
  name: 'config-map-limits',
  severity: 'error',
  summary: 'A ConfigMap or Secret holds more than Kubernetes takes (1 MiB), or a key that it refuses.',
  page: {
    example: 'new ConfigMap(scope, "data", { data: { "a b": "" } })',
    flux: 'data[a b]: Invalid value: "a b": a valid config key must consist of alphanumeric characters, …',
    right: 'new ConfigMap(scope, "data", { data: { "a-b": "" } })',
  },
  exceptable: true,
});

/** https://kubernetes.io/docs/concepts/configuration/configmap/: all values of one object, without their keys. */
const LIMIT = 1024 * 1024;
/** A UTF-16 unit has three bytes in UTF-8 at most. */
const MOST_BYTES = 3;
const KEY = /^[-._a-zA-Z0-9]{1,253}$/;

/** Data that the API server takes. */
export const configMapLimitsRule = defineRule([configMapLimits], (_, report, { index }) => {
  const { byKind } = index;
  for (const kind of ['ConfigMap', 'Secret']) {
    for (const object of byKind.get(`/${kind}`) ?? []) {
      const { data, stringData, binaryData } = object.json as Readonly<
        Record<string, Readonly<Record<string, unknown>> | undefined>
      >;
      const at = { addon: object.addon, object: object.title, path: 'data' };
      let units = 0;
      for (const part of [data, stringData, binaryData]) {
        for (const [key, value] of Object.entries(part ?? {})) {
          if (typeof value === 'string') units += value.length;
          if (KEY.test(key) || holdsExpression(key)) continue;
          report(
            diagnose(configMapLimits, {
              message: `Kubernetes refuses the key ${JSON.stringify(key)} of ${object.title}`,
              at,
              fix: 'use letters, digits, dashes, dots and underscores',
            }),
          );
        }
      }
      // Most are small, and need no closer look.
      if (units * MOST_BYTES <= LIMIT) continue;
      const plain = bytesOf(stringData, 'utf8') + (kind === 'ConfigMap' ? bytesOf(data, 'utf8') : 0);
      const size = plain + bytesOf(binaryData, 'base64') + (kind === 'Secret' ? bytesOf(data, 'base64') : 0);
      if (size <= LIMIT) continue;
      report(
        diagnose(configMapLimits, {
          message: `${object.title} holds ${size.toLocaleString('en')} bytes, and Kubernetes takes 1,048,576`,
          at,
          fix: 'split it, or let the program fetch the data from elsewhere',
        }),
      );
    }
  }
});

const bytesOf = (part: Readonly<Record<string, unknown>> | undefined, encoding: 'utf8' | 'base64'): number =>
  Object.values(part ?? {}).reduce<number>(
    (size, value) => size + (typeof value === 'string' ? Buffer.byteLength(value, encoding) : 0),
    0,
  );
