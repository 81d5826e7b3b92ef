import { ContractScreen } from "./contract-screen";

export default ContractScreen;
