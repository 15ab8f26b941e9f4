import { describe, expect, it } from 'vitest';
import { diagnosticsOfAddon, type LooseDefinition } from '../../support/synthesize.js';
import { inner, name, object } from '../rule-programs.js';

const found = (definition: LooseDefinition): readonly string[] =>
  diagnosticsOfAddon(definition)
    .filter(({ code }) => code === 'FX602' || code === 'FX661')
    .map(({ code, severity, at }) => `${severity} ${code} ${at.object} ${at.path}`);

const release = (commonMetadata: object) =>
  object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', {
    interval: '5m',
    chartRef: { kind: 'OCIRepository', name: 'web' },
    commonMetadata,
  });
const commonMetadata = { labels: { team: '${TEAM}' } };

describe('a label that has an expression when it arrives', () => {
  it('fails the Kustomization of an addon, with vars or without', () => {
    const kustomization = { commonMetadata };
    const is = ['error FX602 Kustomization/web spec.commonMetadata.labels.team'];
    expect(found({ kustomization })).toEqual(is);
    expect(found({ kustomization, infra: { vars: { TF_A: name() } } })).toEqual(is);
    expect(found({ kustomization: { commonMetadata: { labels: { '${TEAM}': 'a' } } } })).toHaveLength(1);
  });

  it('fails what a release or an inner Kustomization makes, where nothing substitutes', () => {
    expect(found({ build: release(commonMetadata) })).toEqual([
      'error FX661 HelmRelease/web spec.commonMetadata.labels.team',
    ]);
    expect(found({ build: inner({ retryInterval: '1m', commonMetadata }) })).toEqual([
      'error FX661 Kustomization/web spec.commonMetadata.labels.team',
    ]);
  });

  it('fails them, too, where no var has that name, so that synth escapes it', () => {
    const infra = { vars: { TF_A: name() } };
    expect(found({ infra, build: release(commonMetadata) })).toHaveLength(1);
    expect(found({ infra, build: release({ labels: { team: '${TF_A}' } }) })).toEqual([]);
    const kustomization = { postBuild: { substitute: { TEAM: 'a' } } };
    expect(found({ kustomization, build: release(commonMetadata) })).toEqual([]);
  });

  it('may be an annotation', () => {
    const annotations = { team: '${TEAM}' };
    expect(found({ kustomization: { commonMetadata: { annotations } } })).toEqual([]);
    expect(found({ build: release({ annotations }) })).toEqual([]);
  });
});
