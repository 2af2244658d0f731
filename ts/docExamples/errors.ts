export const input = 'agent.example'
