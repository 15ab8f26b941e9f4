import { ApiObject } from 'cdk8s';
import { expect, it } from 'vitest';
import { diagnosticsOfAddon } from '../../support/synthesize.js';

const provider = (type: string) =>
  diagnosticsOfAddon({
    build: (scope) => {
      new ApiObject(scope, 'provider', {
        apiVersion: 'notification.toolkit.fluxcd.io/v1beta3',
        kind: 'Provider',
        metadata: { name: 'chat' },
        spec: { type, channel: 'alerts', secretRef: { name: 'chat' } },
      });
    },
  }).filter(({ code }) => code === 'FX315');

it.each([
  ['slak', 'slack'],
  ['Telegram', 'telegram'],
  ['gitbucket', 'bitbucket'],
])('asks of the type %s whether it is %s', (type, meant) => {
  expect(provider(type)).toMatchObject([{ fix: `did you mean "${meant}"?` }]);
});

it('says how many values it does not list', () => {
  expect(provider('carrier pigeon')).toMatchObject([
    {
      message: expect.stringMatching(
        /"spec\.type" takes (?:"[a-z-]+",? ){20}or one of 12 more values, and has "carrier pigeon"$/,
      ),
    },
  ]);
});
