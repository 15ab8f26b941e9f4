import { defineDiagnostic, diagnose, type Severity } from '../../diagnostics/index.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { defineRule, objectsOfKind, placeIn, specOf } from '../rule.js';

const sourceUrl = defineDiagnostic({
  code: 'FX634',
  name: 'source-url',
  severity: 'error',
  summary:
    "A source's URL doesn't match its type, or isn't a valid repository of a registry. As a warning: it ends with a slash, and most registries have no such repository.",
  page: {
    example: 'new ApiObject(scope, "repo", { kind: "HelmRepository", spec: { url: "oci://example.org/charts" } })',
    flux: "'oci' URL scheme cannot be used with 'default' HelmRepository type",
    right: 'spec: { type: "oci", url: "oci://example.org/charts" }',
  },
  exceptable: true,
});

const OCI = 'oci://';

/** Whether a registry accepts the characters of a repository's name. */
const isRepository = (path: string): boolean => /^[a-z0-9_./-]*$/.test(path);

/**
 * Whether source-controller's client accepts the length of a repository's name; a HelmRepository first appends the
 * chart's name.
 */
const hasLength = (path: string): boolean => path.length >= 2 && path.length <= 255;

/** The URL of a source fits its type, and an OCI repository has a name that registries accept. */
export const sourceUrlRule = defineRule([sourceUrl], (_, report, { index }) => {
  for (const kind of ['HelmRepository', 'OCIRepository']) {
    for (const object of objectsOfKind(index, `source.toolkit.fluxcd.io/${kind}`)) {
      const { url, type = 'default' } = specOf(object);
      if (typeof url !== 'string' || holdsExpression(url)) continue;
      const tell = (message: string, note: string, fix: string, severity: Severity = 'error') =>
        report(
          diagnose(sourceUrl, {
            message: `${object.title} ${message}`,
            at: placeIn(object, 'spec.url'),
            notes: [`Flux reports: ${note}`],
            fix,
            severity,
          }),
        );
      const isOci = url.startsWith(OCI);
      if (kind === 'HelmRepository' && isOci && type === 'default') {
        tell(
          `has type "default", which doesn't read "${url}"`,
          "'oci' URL scheme cannot be used with 'default' HelmRepository type",
          "give it type: 'oci'",
        );
      } else if (kind === 'HelmRepository' && !isOci && type === 'oci') {
        tell(
          `has type "oci", and "${url}" isn't in a registry`,
          `invalid OCI registry URL: ${url}`,
          `take type: 'oci' out, or give a URL that starts with ${OCI}`,
        );
      }
      const path = isOci ? url.slice(url.indexOf('/', OCI.length) + 1) : '';
      if (kind === 'OCIRepository' && isOci && isRepository(path) && !hasLength(path)) {
        tell(
          `names the repository "${path}", which has to have 2 to 255 characters`,
          `repository must be between 2 and 255 characters in length: ${path}`,
          'give the whole name of the repository',
        );
        continue;
      }
      if (kind === 'OCIRepository' && isOci && path.endsWith('/') && isRepository(path)) {
        // A registry may redirect to the address without the empty part.
        tell(
          `ends with "/", so Flux asks the registry for "${path}/manifests/…"`,
          'failed to determine artifact digest: GET …: NAME_UNKNOWN',
          `take the "/" off: '${url.replace(/\/+$/, '')}'`,
          'warning',
        );
      }
      if (path === url || isRepository(path)) continue;
      const lower = path.toLowerCase();
      tell(
        `names the repository "${path}", which no registry has`,
        `repository can only contain the characters abcdefghijklmnopqrstuvwxyz0123456789_-./: ${path}`,
        isRepository(lower)
          ? `write it in lower case: '${url.slice(0, -path.length)}${lower}'`
          : 'give the repository alone; a tag or digest goes to spec.ref',
      );
    }
  }
});
