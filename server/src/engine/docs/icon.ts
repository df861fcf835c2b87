/** Icon of the pages. */
export const iconText = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#0b5d66"/>
<path d="M4 12h24M8 12v10M16 12v10M24 12v10" stroke="#fff" stroke-width="3" stroke-linecap="round"/>
<path d="M4 26c3-2 5-2 8 0s5 2 8 0 5-2 8 0" fill="none" stroke="#7bd3dd" stroke-width="2" stroke-linecap="round"/>
</svg>
`;
