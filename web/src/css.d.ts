declare module "*.css";
declare module "*.g" {
  const program: string;
  export default program;
}
