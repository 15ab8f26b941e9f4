import fc from 'fast-check';

// A commit that passes here passes elsewhere too. A release, which sets `FLUXSPAN_RUNS`, draws other cases each time.
if (process.env['FLUXSPAN_RUNS'] === undefined) fc.configureGlobal({ seed: 20_260 });
