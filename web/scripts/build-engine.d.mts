export function modulePaths(): string[];
export function buildEnvironment(): Record<string, string | undefined>;
