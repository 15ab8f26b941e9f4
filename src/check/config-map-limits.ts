import { diagnose } from '../diagnostics/index.js';
import { factsOf } from './facts.js';
import type { Rule } from './rule.js';

/** https://kubernetes.io/docs/concepts/configuration/configmap/: the data of one object, keys included. */
const LIMIT = 1024 * 1024;
const KEY = /^[-._a-zA-Z0-9]{1,253}$/;

/** Data that the API server takes. */
export const configMapLimits: Rule = (cluster, report) => {
  const { byKind } = factsOf(cluster);
  for (const kind of ['ConfigMap', 'Secret']) {
    for (const object of byKind.get(`/${kind}`) ?? []) {
      const { data, stringData, binaryData } = object.json as Readonly<
        Record<string, Readonly<Record<string, unknown>> | undefined>
      >;
      const at = { addon: object.addon, object: object.title, path: 'data' };
      let size = 0;
      for (const part of [data, stringData, binaryData]) {
        for (const [key, value] of Object.entries(part ?? {})) {
          // A text has at least as many bytes as UTF-16 units: most need no closer look.
          size += key.length + (typeof value === 'string' ? value.length : 0);
          if (KEY.test(key) || key.includes('${')) continue;
          report(
            diagnose('FX611', {
              message: `Kubernetes refuses the key ${JSON.stringify(key)} of ${object.title}`,
              at,
              fix: 'use letters, digits, dashes, dots and underscores',
            }),
          );
        }
      }
      if (size <= LIMIT) continue;
      report(
        diagnose('FX611', {
          message: `${object.title} holds ${size.toLocaleString('en')} bytes or more, and Kubernetes takes 1,048,576`,
          at,
          fix: 'split it, or let the program fetch the data from elsewhere',
        }),
      );
    }
  }
};
