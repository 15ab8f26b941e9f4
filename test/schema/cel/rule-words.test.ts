import { describe, expect, it } from 'vitest';
import { ruleWords } from '../../../src/schema/cel/rule-words.js';
import { knownSchemas } from '../checker.js';
import { rulesIn } from './rule-coverage.js';

const wrapped = [
  ['helm.toolkit.fluxcd.io', ['HelmRelease']],
  ['kustomize.toolkit.fluxcd.io', ['Kustomization']],
  ['source.toolkit.fluxcd.io', ['GitRepository', 'HelmRepository', 'OCIRepository']],
  ['external-secrets.io', ['ExternalSecret', 'SecretStore', 'ClusterSecretStore']],
  ['gateway.networking.k8s.io', ['HTTPRoute', 'Gateway', 'GatewayClass']],
  ['karpenter.sh', ['NodePool']],
  ['karpenter.k8s.aws', ['EC2NodeClass']],
] as const;

/** They are about what few people write, and their text says enough. */
const LEFT_TO_THEIR_TEXT = 14;

describe('the rules of the kinds that fluxspan wraps', () => {
  it('are put into words', () => {
    const rules = new Set(
      wrapped.flatMap(([group, kinds]) =>
        kinds.flatMap((kind) =>
          Object.values(knownSchemas(group, kind)!.versions).flatMap((schema) =>
            rulesIn(schema).map((rule) => rule.slice(rule.indexOf(': ') + 2)),
          ),
        ),
      ),
    );
    const without = [...rules].filter((rule) => ruleWords(rule) === undefined);
    expect(rules.size).toBeGreaterThan(100);
    expect(without.length, without.join('\n')).toBeLessThanOrEqual(LEFT_TO_THEIR_TEXT);
  });

  it('are described by their form where many differ in names alone', () => {
    expect(ruleWords("!(has(self.urlRewrite) && self.type != 'URLRewrite')")).toBe(
      'sets "urlRewrite", which needs type "URLRewrite"',
    );
    expect(ruleWords('self.all(x, has(x.tags) || has(x.id))')).toBe('has a term without any of "tags", "id"');
    expect(ruleWords('self.of.another == 1')).toBeUndefined();
  });
});
