import { provideHelm } from './support/helm.js';

/** Before all tests: what takes minutes to build, so that no test has to wait for it. */
export const setup = (): void => {
  if (process.env['CI'] === 'true') provideHelm();
};
