import { describe, expect, it } from 'vitest';
import { nearness } from '../../src/audit/names/near-names.js';

describe('nearness', () => {
  it.each([
    ['cluster-secret-store', 'clustersecretstore', 'twin'],
    ['jetstak', 'jetstack', 'twin'],
    ['eks-mycluster0-vars', 'eks-mycluster-0-vars', 'twin'],
    ['prometheus-stack', 'kube-prometheus-stack', 'alike'],
    ['twin', 'twinproduction', 'alike'],
    ['ersti-kit-prd', 'ersti-kit-production', 'alike'],
    ['mkcert', 'mkcert-issuer', 'alike'],
    ['kube-secret-store', 'kube-system-secret-store', 'alike'],
    // Numbered on purpose.
    ['shard-1', 'shard-2', undefined],
    ['db', 'db-ca', undefined],
    ['web', 'api', undefined],
    ['web', 'web', undefined],
    // One word of many.
    ['blog', 'blog-of-the-whole-company', 'alike'],
    ['company', 'blog-of-the-whole-company', undefined],
    ['cache-read', 'cache-write', undefined],
  ])('%s and %s: %s', (a, b, expected) => {
    expect(nearness(a, b)).toBe(expected);
    expect(nearness(b, a)).toBe(expected);
  });
});
