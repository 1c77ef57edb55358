import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['data/*.data.ts'], testTimeout: 3_600_000 },
});
