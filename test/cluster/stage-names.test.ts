import { FluxApp, FluxCluster } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { addon, diagnosticsOf } from '../support/synthesize.js';

describe('a stage with the name of one of its addons', () => {
  it('means all of them in dependsOn', () => {
    const cluster = new FluxCluster(new FluxApp(), 'dev')
      .stage('web', [addon('web'), addon('api')])
      .stage('last', [addon('last')], { dependsOn: ['web'] });
    const { files } = synthCluster(cluster);
    const [, text = ''] = Object.entries(files).find(([path]) => path.endsWith('/last.yaml')) ?? [];
    expect(text).toContain('  dependsOn:\n    - name: api\n    - name: web\n');
  });

  it('is no stage with the name of an earlier or later one', () => {
    const messages = diagnosticsOf({
      first: [addon('web')],
      web: [addon('api'), addon('first')],
    })
      .filter(({ code }) => code === 'FX201')
      .map(({ message }) => message);
    expect(messages).toEqual([
      'the name "web" is taken by an earlier stage or addon',
      "the name 'first' is taken by an earlier stage or addon",
    ]);
  });
});
