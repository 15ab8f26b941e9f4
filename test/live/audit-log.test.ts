import { expect, it } from 'vitest';
import { parseDeletions } from './audit-log.js';

const event = (change: object) =>
  `${JSON.stringify({
    requestURI: '/apis/apps/v1/namespaces/web/deployments/web',
    verb: 'delete',
    user: { username: 'helm-controller' },
    userAgent: 'helm-controller/v1',
    objectRef: { apiGroup: 'apps', resource: 'deployments', namespace: 'web', name: 'web' },
    responseStatus: { code: 200 },
    requestReceivedTimestamp: '2026-11-21T03:46:37.617000Z',
    ...change,
  })}\n`;

const deletion = {
  who: 'helm-controller',
  userAgent: 'helm-controller/v1',
  when: '2026-11-21T03:46:37.617000Z',
  verb: 'delete',
  group: 'apps',
  resource: 'deployments',
  namespace: 'web',
  name: 'web',
};

it('reads who deleted what', () => {
  const namespace = { resource: 'namespaces', namespace: 'web', name: 'web' };
  expect(parseDeletions(event({}) + event({ objectRef: namespace }))).toEqual([
    deletion,
    { ...deletion, group: '', resource: 'namespaces', namespace: '' },
  ]);
});

it('leaves out what did not happen, and the line that is still being written', () => {
  const dry = event({ requestURI: '/api/v1/namespaces/web/configmaps/a?dryRun=All' });
  const refused = event({ responseStatus: { code: 404 } });
  expect(parseDeletions(dry + refused + event({}).slice(0, 40))).toEqual([]);
});
