import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { leadsAbove } from '../../flux/leads-above.js';
import { listOf } from '../../json/as-shape.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { defineRule, placeIn, specOf } from '../rule.js';

export const kustomizationPath = defineDiagnostic({
  code: 'FX653',
  name: 'kustomization-path',
  severity: 'error',
  summary: "A component of a Kustomization isn't a relative path of its source, or its path leads out of the source.",
  page: {
    example: 'components: ["https://github.com/example/app//components/tls"]',
    flux: "component path 'https://github.com/example/app//components/tls' must be local and relative",
    right: 'components: ["../components/tls"]   // from the Kustomization\'s path, in the same source',
  },
  exceptable: true,
});

/** https://github.com/fluxcd/pkg/blob/main/kustomize/kustomize_generator.go: IsLocalRelativePath. */
const REMOTE = /^(?:(?:git::|gh:|ssh:\/\/|https:\/\/|http:\/\/|git@|github\.com:|github\.com\/).|(?:file:\/\/)?\/)/i;

/** A path as Flux resolves it: ".." never leads above the root. */
const withinRoot = (path: string): string => {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
};

/** The paths of a Kustomization lie in its source. */
export const kustomizationPathRule = defineRule([kustomizationPath], ({ units }, report) => {
  for (const { objects, entry } of units) {
    for (const object of [...objects, ...entry]) {
      if (object.kind !== 'Kustomization' || object.group !== 'kustomize.toolkit.fluxcd.io') continue;
      const { components, path, ignoreMissingComponents } = specOf(object);
      const folder = typeof path === 'string' && !holdsExpression(path) ? withinRoot(path) : undefined;
      for (const [index, one] of listOf(components).entries()) {
        if (typeof one !== 'string' || holdsExpression(one)) continue;
        if (!REMOTE.test(one)) {
          if (ignoreMissingComponents === true || folder === undefined || !leadsAbove(`${folder}/${one}`)) continue;
          report(
            diagnose(kustomizationPath, {
              message: `${object.title} has the component ${JSON.stringify(one)}, which leads out of its source from "./${folder}"`,
              at: placeIn(object, `spec.components[${index}]`),
              notes: ['kustomize reads no file outside of the source, so it builds nothing'],
              fix: 'write the path from the Kustomization\'s own path, with one ".." for each of its folders at most',
            }),
          );
          continue;
        }
        report(
          diagnose(kustomizationPath, {
            message: `${object.title} has the component ${JSON.stringify(one)}, and Flux takes only relative paths of its source`,
            at: placeIn(object, `spec.components[${index}]`),
            notes: [`Flux reports: component path '${one}' must be local and relative`],
            fix: "write the path from the Kustomization's own path, such as ../components/tls; its source can include another one",
          }),
        );
      }
      if (typeof path !== 'string' || holdsExpression(path) || !leadsAbove(path)) continue;
      report(
        diagnose(kustomizationPath, {
          message: `${object.title} has the path ${JSON.stringify(path)}, which leads out of its source`,
          at: placeIn(object, 'spec.path'),
          notes: ['Flux looks for it in the source, and leaves out each ".." that leads above its root'],
          fix: 'write the path from the root of the source, such as ./deploy',
          severity: 'warning',
        }),
      );
    }
  }
});
