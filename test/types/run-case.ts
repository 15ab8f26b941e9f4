import { type AnyFluxCluster, type Diagnostic, FluxspanError } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';

/**
 * Runs a case as JavaScript: its types are stripped, so what the compiler refuses is done all the same. Gives what the
 * runtime says of it, through the clusters that it exports or the error that it throws.
 */
export const runCase = async (file: string): Promise<readonly Diagnostic[]> => {
  let module: Readonly<Record<string, unknown>>;
  try {
    module = (await import(file)) as typeof module;
  } catch (error) {
    if (error instanceof FluxspanError) return error.diagnostics;
    throw error;
  }
  return (
    Object.values(module)
      .filter(isCluster)
      .flatMap((cluster) => synthCluster(cluster).diagnostics)
      // What Flux would make of so small a program is not what it is about.
      .filter(({ code }) => !code.startsWith('FX6') || shown.includes(code))
  );
};

/** What is about the words of the code, and what the compiler says too. */
const shown: readonly string[] = ['FX625', 'FX658'];

const isCluster = (value: unknown): value is AnyFluxCluster =>
  typeof value === 'object' && value !== null && 'stages' in value;
