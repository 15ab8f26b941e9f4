import { expect, it } from 'vitest';
import { missingPeer } from '../../src/cli/missing-peer.js';

const thrown = (message: string, code = 'MODULE_NOT_FOUND') => Object.assign(new Error(message), { code });

it("says how to install a peer dependency, by npm or under Yarn's Plug'n'Play", () => {
  const cause = "Cannot find package 'zod' imported from /a/node_modules/fluxspan/dist/x.js";
  expect(missingPeer(thrown(cause, 'ERR_MODULE_NOT_FOUND'))?.fix).toBe('npm install zod');
  const plus = "Cannot find package 'cdk8s-plus-33' imported from /a/src/addons/web.ts";
  expect(missingPeer(thrown(plus, 'ERR_MODULE_NOT_FOUND'))?.fix).toBe('npm install cdk8s-plus-33');
  const plug = 'fluxspan tried to access zod (a peer dependency) but it is not provided by your application';
  expect(missingPeer(thrown(plug))?.fix).toBe(
    'yarn add zod; or, to make a project, yarn dlx -p fluxspan -p cdk8s -p constructs -p zod fluxspan init',
  );
});

it('leaves all else to others', () => {
  expect(missingPeer(thrown("Cannot find package 'left-pad' imported from /a/b.js"))).toBeUndefined();
  expect(missingPeer(thrown('web tried to access zod, but it is not declared'))).toBeUndefined();
  expect(missingPeer(new Error('Cannot find package'))).toBeUndefined();
});
